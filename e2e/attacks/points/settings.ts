import { addPeople } from '../../chaos/people.ts';
import type { Attack, Outcome } from '../attack.ts';
import { sendRequest, parseJson } from '../send-request.ts';
import type { HttpResponse } from '../send-request.ts';
import { readId, publishModule } from '../actions.ts';
import { STARTUP_WARNINGS } from '../target.ts';
import type { Target } from '../target.ts';

const POINT = 7;

const attack = (name: string, run: (target: Target) => Promise<Outcome>): Attack => ({
  point: POINT,
  name,
  measuresLatency: false,
  prepare: async (target) => () => run(target),
});

async function startServer(target: Target, env: Record<string, string>): Promise<Outcome> {
  try {
    const server = await target.startServer(env);
    await server.stop();
    return { summary: 'the server listens', isDefended: false };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const namesSetting = text.includes('ALLOW_DEVELOPMENT_ON_NETWORK');
    return { summary: text.replace(/^The server did not become ready: /, '').slice(0, 120), isDefended: namesSetting };
  }
}

const DEVELOPMENT = { NODE_ENV: 'development' };

/** A request that a foreign page can send by DNS rebinding. */
async function requestRebound(target: Target, path: string): Promise<Outcome> {
  const { status } = await target.request({
    path,
    ip: '127.0.0.1',
    headers: { host: 'rebound.example', accept: 'application/json' },
  });
  return { summary: String(status), isDefended: status >= 400 };
}

const buyInProduction = async (target: Target): Promise<Outcome> => {
  const { url, database } = await target.getProduction();
  const [author, buyer] = await addPeople(database, 2);
  if (!author || !buyer) throw new Error('No account was created');
  const productionTarget: Target = { ...target, url, request: (options) => sendRequest(url, options) };
  const published = await publishModule(
    productionTarget,
    { person: author, ip: target.newIp() },
    { price: 'paid', priceAmount: '20' },
  );
  const id = readId(published, 'module');
  const json = { license: 'standard', priceCents: 2000 };
  const options = { method: 'POST', path: `/api/modules/${id}/purchase`, ip: target.newIp(), token: buyer.token, json };
  const response = await sendRequest(url, options);
  const { message = '' } = parseJson<{ message: string }>(response);
  return { summary: `${response.status} ${message}`, isDefended: response.status >= 400 };
};

/** Whether the page's policy or its inlined settings allow code from the origin. */
const allowsOrigin = ({ headers, text }: HttpResponse, origin: string): boolean =>
  String(headers['content-security-policy']).includes(origin) || /"refused":null/.test(text);

const overrideInProduction = async (target: Target): Promise<Outcome> => {
  const { url } = await target.getProduction();
  const origin = 'http://localhost:3999';
  // The most permissive case: the channel allows overrides for testers.
  await target.run(['delivery/dist/main.js', 'overrides', 'allow', 'http://localhost', '--why', 'Testers']);
  const path = `/toolbox?remote=toolbox@${origin}`;
  const response = await sendRequest(url, { path, ip: target.newIp(), headers: { accept: 'text/html' } });
  return {
    summary: `${response.status}, code of ${origin} ${allowsOrigin(response, origin) ? 'may run' : 'may not run'}`,
    isDefended: !allowsOrigin(response, origin),
  };
};

const checkStartupWarnings = async (target: Target): Promise<Outcome> => {
  const { log: text } = await target.getProduction();
  const missing = STARTUP_WARNINGS.filter((name) => !text.includes(name));
  return {
    summary: missing.length > 0 ? `no warning about ${missing.join(', ')}` : 'both warnings are logged',
    isDefended: missing.length === 0,
  };
};

export const settings: Attack[] = [
  attack('development that listens on the network', (target) => startServer(target, { ...DEVELOPMENT, HOST: '0.0.0.0' })),
  attack('development with a public address', (target) =>
    startServer(target, { ...DEVELOPMENT, PUBLIC_URL: 'https://solvent.example' }),
  ),
  attack('all development emails, by DNS rebinding', (target) => requestRebound(target, '/dev/mail')),
  attack("the server's metrics, by DNS rebinding", (target) => requestRebound(target, '/metrics')),
  attack('a purchase in production without payments', buyInProduction),
  attack('code of a local server in a production page (?remote=)', overrideInProduction),
  attack('production without email or payments, without a warning', checkStartupWarnings),
];
