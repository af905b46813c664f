export interface Datum {
  label: string;
  value: number;
}

export interface ChartOptions {
  title: string;
  data: Datum[];
  width?: number;
  height?: number;
}

/** Each gives an SVG as text. */
export function barChart(options: ChartOptions): string;
export function lineChart(options: ChartOptions): string;
export function donutChart(options: ChartOptions): string;
export function dataTable(options: { title: string; data: Datum[]; valueName?: string }): string;

export interface ChartProps extends ChartOptions {
  kind: 'bar' | 'line' | 'donut';
}

export function createChart<Element>(react: {
  createElement(type: string, props: object): Element;
}): (props: ChartProps) => Element;
