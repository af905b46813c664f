/** The first report comes when the page stands and has fetched ahead what it does in its first seconds. */
const FIRST = 3000;

/** At most one report in that time, but for the one when the page goes. */
const BETWEEN = 60_000;

/**
 * Says when to report: some seconds after the start, then once a minute, and whenever the page goes out of sight, which
 * may be the last of it.
 *
 * @returns a function that stops it
 */
export function atReportTimes(report: () => void): () => void {
  const first = setTimeout(report, FIRST);
  const later = setInterval(report, BETWEEN);
  const onHidden = () => {
    if (document.visibilityState === 'hidden') report();
  };
  document.addEventListener('visibilitychange', onHidden);
  window.addEventListener('pagehide', report);
  return () => {
    clearTimeout(first);
    clearInterval(later);
    document.removeEventListener('visibilitychange', onHidden);
    window.removeEventListener('pagehide', report);
  };
}
