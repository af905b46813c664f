const isCount = (value) => Number.isInteger(value) && value >= 0;

/**
 * What an order costs, in whole cents. The discount is taken from the goods, the tax is added to what is left;
 * each is rounded once, so that the parts always add up to the total.
 */
export function totalOf(lines, { discountPercent = 0, taxPercent = 0 } = {}) {
  for (const { cents, quantity } of lines)
    if (!isCount(cents) || !isCount(quantity)) throw new RangeError('Prices and quantities are whole numbers from 0');
  if (discountPercent < 0 || discountPercent > 100) throw new RangeError('A discount is between 0 and 100 per cent');
  const goods = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
  const discount = Math.round((goods * discountPercent) / 100);
  const tax = Math.round(((goods - discount) * taxPercent) / 100);
  return { goods, discount, tax, total: goods - discount + tax };
}
