/**
 * Loader that replaces a text while a file is read.
 *
 * @this {import('@rspack/core').LoaderContext<{ from: RegExp, to: string, isOn: boolean }>}
 * @param {string} source
 * @returns {string} the unchanged source if the change is off
 * @throws {Error} if the file does not contain the text
 */
function change(source) {
  const { from, to, isOn } = this.getOptions();
  if (!from.test(source)) throw new Error(`${this.resourcePath} has nothing that fits ${from} any more: update the change.`);
  return isOn ? source.replace(from, to) : source;
}

export default change;
