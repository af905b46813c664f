import type { Category } from '@solvent/contracts';

/** What bidders say they would do, by the problem's category. No list is shorter than the most bids there. */
export const APPROACHES: Record<Category, string[]> = {
  frontend: [
    'I would first write down the cases as stories, including the ugly ones, and agree on them with you before I touch the component.',
    'My plan is to let the browser do most of the work (scroll snap, containment, native elements) and add script only where it falls short.',
    'I would isolate it in a small example, fix it there, and then bring the same change into your code base.',
    'I suggest that we keep the public interface exactly as it is, so nothing else has to change on your side.',
    'There are two ways here; I would build the simpler one first and measure whether the other is needed at all.',
  ],
  backend: [
    'I would make the failing case repeatable with a small load script, then mend it, then keep the script in your CI.',
    'The core of it is one transaction with the right constraint; all the rest follows from there.',
    'I would add three metrics before I change anything, so that we see the effect and not only hope for it.',
    'I suggest a thin layer around what exists; a rewrite would cost you more than it gives.',
    'It needs a queue table and a worker with back-off. No new infrastructure.',
  ],
  fullstack: [
    'I would deliver in three steps, each usable by itself: the data model with its rules, the happy path, then the odd cases that you list.',
    'I would begin with the end-to-end tests from your acceptance list, because they will guide the rest.',
    'For the front end I would stay with what you have; for the server I would add one small module with a clear border.',
    'The hard part is not the screen but the states in between, so I would draw these first and show them to you.',
    'I know this stack well and would keep the dependencies as they are.',
  ],
  mobile: [
    'I would reproduce it on a real device with a log of the platform side, since the framework hides the interesting half.',
    'The fix is probably small, proving it is the work: I would run it overnight with a script that walks out of range for us.',
    'I would move the heavy part off the main thread and draw less; both can be measured after the first day.',
    'I suggest a store on the device with ids made there, and a server which takes the same thing twice. Then the line may drop as it likes.',
  ],
  devops: [
    'I would split the work so that every step can be taken back, and begin with what costs you most time today.',
    'First the cache, then the order of steps, then parallel runs. In my experience the first two give you more than half.',
    'I would write it as code from the first minute and rehearse on a copy before anything real changes.',
    'I would add a check that keeps it from growing back, otherwise we meet again next year.',
  ],
  database: [
    'I would look at the plan with real parameters first; such statements often suffer from one wrong estimate, and an index alone will not cure it.',
    'My way: a rehearsal on a copy, a script for every step, a measured time beside it, and a way back that was tried too.',
    'I would move the aggregation behind the limit and add one covering index; stored totals only if that is not enough.',
    'I would write the comparison before the migration, since that is what lets you sleep.',
  ],
  'ai-ml': [
    'Before training anything I would build the measurement, with cases held back which neither of us looks at.',
    'I would start with a plain baseline and add one thing at a time; most of the gain usually comes from the data.',
    'I would let the system say "I do not know" early and tune that threshold with your people, because trust is lost by one wrong answer.',
    'Open weights are good enough here, so that your data can stay where it is.',
  ],
  security: [
    'I would write the tests of an attacker first, watch them pass, and then close the holes until all of them fail.',
    'I would put the decision into one place and make forgetting it impossible: a route without a rule does not start.',
    'My proposal is to do the smallest safe thing first, this week, and the thorough one after it.',
    'I would follow the standard closely here; inventions are what goes wrong in this area.',
  ],
  testing: [
    'I would sort the failures by cause; usually three causes explain nine out of ten.',
    'I would take time and chance out of it first: an injected clock, own data for each test, no shared account.',
    'I would begin with one example that is so small that everybody reads it, and grow from there.',
    'I would let the tool run over night, read the survivors with you, and write only the tests which matter.',
  ],
  performance: [
    'I would take a profile on a slow machine, mend the largest thing, and measure again. Repeat until your number is reached.',
    'I have a list of usual suspects for this, and from your description three of them apply.',
    'I would set the budget in CI first, so we both see each step getting better.',
    'I would keep the results byte for byte the same and prove it on your reference data before we switch.',
  ],
  cloud: [
    'I would give you a table first: what costs how much, and why, in plain words. Then we decide together what to change.',
    'I would do it with the services you have already; the fewest parts that can break.',
    'I would build the failing cases into a test: dropped lines, closed tabs, expired signatures.',
    'I would take the start-up apart with a trace and move everything out of it which is not needed for the first answer.',
  ],
  blockchain: [
    'I would read it once for understanding and once as an attacker, then write invariants and let the fuzzer run for a night.',
    'I would keep the last blocks with their hashes and make every change reversible; the simulation comes first.',
    'I suggest that we write down what must never happen, in five sentences. Those become the tests.',
  ],
  other: [
    'I would make a small version that you can try on the first weekend, and go on from what you notice.',
    'I would begin with your examples as tests, and report honestly on those which cannot be solved.',
    'I would keep it without dependencies where I can, so that it still works in five years.',
    'I have done this for a school before and would bring along what went wrong there.',
  ],
};
