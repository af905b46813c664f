import { addPeople } from '../../chaos/people.ts';
import type { Attack, Outcome } from '../attack.ts';
import { ask, said } from '../ask.ts';
import type { Answer } from '../ask.ts';
import { idIn, publish } from '../deeds.ts';
import { SAID_AT_START } from '../world.ts';
import type { World } from '../world.ts';

const POINT = 7;

const attack = (name: string, act: (world: World) => Promise<Outcome>): Attack => ({
  point: POINT,
  name,
  felt: false,
  prepare: async (world) => () => act(world),
});

/** Starts a server that should refuse to. */
async function started(world: World, env: Record<string, string>): Promise<Outcome> {
  try {
    const server = await world.server(env);
    await server.stop();
    return { told: 'it listens', held: false };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const isSaid = text.includes('ALLOW_DEVELOPMENT_ON_NETWORK');
    return { told: text.replace(/^The server did not become ready: /, '').slice(0, 120), held: isSaid };
  }
}

const DEVELOPMENT = { NODE_ENV: 'development' };

/** What a page of another site can have a browser send, once its name leads to this machine. */
async function rebound(world: World, path: string): Promise<Outcome> {
  const { status } = await world.ask({
    path,
    from: '127.0.0.1',
    headers: { host: 'rebound.example', accept: 'application/json' },
  });
  return { told: String(status), held: status >= 400 };
}

const sold = async (world: World): Promise<Outcome> => {
  const { url, database } = await world.production();
  const [author, buyer] = await addPeople(database, 2);
  if (!author || !buyer) throw new Error('Nobody was made');
  const there: World = { ...world, url, ask: (asked) => ask(url, asked) };
  const made = await publish(there, { person: author, from: world.network() }, { price: 'paid', priceAmount: '20' });
  const id = idIn(made, 'module');
  const json = { license: 'standard', priceCents: 2000 };
  const asked = { method: 'POST', path: `/api/modules/${id}/purchase`, from: world.network(), token: buyer.token, json };
  const answer = await ask(url, asked);
  const { message = '' } = said<{ message: string }>(answer);
  return { told: `${answer.status} ${message}`, held: answer.status >= 400 };
};

/** The page's own policy, and what is inlined in it, say whether code from there would run. */
const runs = ({ headers, text }: Answer, origin: string): boolean =>
  String(headers['content-security-policy']).includes(origin) || /"refused":null/.test(text);

const overridden = async (world: World): Promise<Outcome> => {
  const { url } = await world.production();
  const origin = 'http://localhost:3999';
  // A channel that testers use, too, allows it.
  await world.run(['delivery/dist/main.js', 'overrides', 'allow', 'http://localhost', '--why', 'Testers']);
  const path = `/toolbox?remote=toolbox@${origin}`;
  const answer = await ask(url, { path, from: world.network(), headers: { accept: 'text/html' } });
  return {
    told: `${answer.status}, code of ${origin} ${runs(answer, origin) ? 'may run' : 'may not run'}`,
    held: !runs(answer, origin),
  };
};

/** What an operator should hear at the start, without asking. */
const unsaid = async (world: World): Promise<Outcome> => {
  const { said: text } = await world.production();
  const silent = SAID_AT_START.filter((name) => !text.includes(name));
  return { told: silent.length > 0 ? `nothing is said of ${silent.join(', ')}` : 'both are said', held: silent.length === 0 };
};

/** Attacks that somebody's forgetting makes possible. */
export const settings: Attack[] = [
  attack('development that listens on the network', (world) => started(world, { ...DEVELOPMENT, HOST: '0.0.0.0' })),
  attack('development with a public address', (world) =>
    started(world, { ...DEVELOPMENT, PUBLIC_URL: 'https://solvent.example' }),
  ),
  attack("everybody's mail, by a name that leads to this machine (rebinding)", (world) => rebound(world, '/dev/mail')),
  attack('the figures of the server, likewise', (world) => rebound(world, '/metrics')),
  attack('a module is bought in production, where nobody is paid', sold),
  attack("code of one's own machine in a page of production (?remote=)", overridden),
  attack('production that sends no mail and sells nothing, without a warning', unsaid),
];
