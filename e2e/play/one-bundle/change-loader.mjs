/**
 * A step of a build: puts another text into a file while it is read, so that nothing on the disk is touched.
 *
 * @this {import('@rspack/core').LoaderContext<{ from: RegExp, to: string, isOn: boolean }>}
 * @param {string} source
 * @returns {string} the source itself where the change is not on
 * @throws {Error} where the file has nothing to change any more
 */
function change(source) {
  const { from, to, isOn } = this.getOptions();
  if (!from.test(source)) throw new Error(`${this.resourcePath} has nothing that fits ${from} any more: correct the change.`);
  return isOn ? source.replace(from, to) : source;
}

export default change;
