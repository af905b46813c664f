import type { Config } from '../../platform/config/config.ts';
import { readProduct } from '../../platform/config/product.ts';
import { nodeProblem } from '../supported-node.ts';
import { examineAssets } from './assets.ts';
import { examineDatabase } from './database.ts';
import { ok, warnInProduction } from './finding.ts';
import type { Finding } from './finding.ts';
import { examineIdentity, examineMail, examineProxy } from './outside.ts';
import { examineRedis } from './redis.ts';
import { examineDisk, examineFiles, examineReleases } from './stores.ts';

/** The version of this program; running servers may have another one. */
function ofVersion(): Finding {
  const { version, revision } = readProduct();
  return ok('version', `Solvent ${version}, ${revision === 'checkout' ? 'from a checkout' : `built of ${revision || 'an unknown revision'}`}.`);
}

/** Whether the Node that runs this still gets security fixes. */
function examineNode({ env }: Config): Finding {
  const problem = nodeProblem(process.version);
  return problem === undefined
    ? ok('node', `This is Node ${process.version.slice(1)}.`)
    : warnInProduction(env, 'node', problem);
}

/** Looks at all that servers on these settings stand on, at once. Leaves nothing behind. */
export async function examine(config: Config): Promise<Finding[]> {
  const findings = await Promise.all([
    ofVersion(),
    examineDatabase(config),
    examineRedis(config),
    examineFiles(config),
    examineDisk(config),
    examineReleases(config),
    examineAssets(config),
    examineIdentity(config),
    examineMail(config),
    examineProxy(config),
    examineNode(config),
  ]);
  return findings.flat();
}
