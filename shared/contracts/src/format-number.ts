/** "1,280". What `toLocaleString('en-US')` says of it: to begin with that, a slow phone takes a tenth of a second. @param number below 10²¹ @param digits after the point; as many as it has where none are said */
export function formatNumber(number: number, digits?: number): string {
  const [whole = '', ...fraction] = (digits === undefined ? String(number) : number.toFixed(digits)).split('.');
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}
