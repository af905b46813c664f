import { barChart } from './bar.js';
import { donutChart } from './donut.js';
import { lineChart } from './line.js';

const KINDS = { bar: barChart, line: lineChart, donut: donutChart };

/**
 * A React component `<Chart kind="bar" title data />`. Your own React is handed in, so that there is one in the page.
 * The markup is made here and every text in it is escaped.
 */
export const createChart = ({ createElement }) =>
  function Chart({ kind, ...options }) {
    return createElement('div', { dangerouslySetInnerHTML: { __html: KINDS[kind](options) } });
  };
