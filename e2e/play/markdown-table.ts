/** The middle one. */
export const medianOf = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** A line of a table in markdown. */
export const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
