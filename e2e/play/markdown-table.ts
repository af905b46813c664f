export const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

export const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
