import type { Solver } from '../people/solvers.ts';
import type { DemoVoice } from '../shape.ts';

/** How each solver begins and ends a bid. */
export const VOICES: Record<Solver, DemoVoice> = {
  'diego-fuentes': {
    openings: [
      'Hello! I have solved this kind of thing twice in the last year.',
      'This is close to what I do every week.',
      'Thanks for the clear description, it saves us both a call.',
    ],
    closings: [
      'You get a pull request with tests and a short note on why it happened.',
      'I work in small commits, so you can stop me at any point.',
      'I am seven hours behind Lagos and answer until late.',
    ],
  },
  'ingrid-solheim': {
    openings: [
      'I read the description twice and would begin with the plan, not with the code.',
      'Good problem, and you have measured already, which helps a lot.',
      'I did this for a bank with about ten times your volume.',
    ],
    closings: [
      'You will get the numbers from before and after.',
      'If my guess is wrong I tell you after the first hour, and you owe me nothing.',
      'I write down what I changed so your team can repeat it.',
    ],
  },
  'arjun-mehta': {
    openings: ['Hi, Arjun here.', 'I have a template for a good part of this.', 'I would be glad to take this on.'],
    closings: [
      'Everything comes as code with a readme; nothing is clicked by hand.',
      'I can start tomorrow morning, Indian time.',
      'Two weeks of questions afterwards are included.',
    ],
  },
  'zainab-yusuf': {
    openings: [
      'I do this for a living.',
      'I have seen the same weakness in three audits this year.',
      'Happy to help, and glad that you ask before something happens.',
    ],
    closings: [
      'Findings stay between us, by contract.',
      'Each finding comes with a test that fails until it is mended.',
      'I explain every change to your developers on a call.',
    ],
  },
  'luca-moretti': {
    openings: [
      'Ciao! I would love to do this one.',
      'I looked at how your page does it today.',
      'I built something very near to this in spring.',
    ],
    closings: [
      'I send a small prototype on the first evening.',
      'I test on real phones, two of them really bad.',
      'No library unless you want one.',
    ],
  },
  'wei-chen': {
    openings: [
      'I would first fix how we measure, then try to be better.',
      'I have worked on this for another language pair.',
      'Interesting, and realistic with the data you have.',
    ],
    closings: [
      'A notebook with all experiments is yours in the end.',
      'If the simple baseline wins, I will say so.',
      'I have the hardware here, nothing leaves my office.',
    ],
  },
  'anya-petrova': {
    openings: [
      'I know this one from my own app.',
      'Hello from Sofia! I have most of the phones you name in my drawer.',
      'This is a platform matter more than a Dart matter.',
    ],
    closings: [
      'I record the phones while testing, so you can see it yourself.',
      'Reproducing it is half of the price; the fix is the other half.',
      'I write it so that your team can maintain it.',
    ],
  },
  'samuel-adeyemi': {
    openings: [
      'I profile this sort of thing on a Redmi first.',
      'Hi! Our own app had this last year.',
      'I can take this one quickly.',
    ],
    closings: [
      'You get a video of before and after on the same phone.',
      'No native module unless we must.',
      'Free on weekends too, same time zone as Lagos.',
    ],
  },
  'elif-yilmaz': {
    openings: [
      'I enjoy this kind of detective work.',
      'I would begin by making the failure happen on purpose.',
      'Tests are all I do, so let me be quick about it.',
    ],
    closings: [
      'The suite runs twenty times in a row before I call it done.',
      'You get a one-page summary that non-testers can read.',
      'I leave no sleeps behind.',
    ],
  },
  'mateo-silva': {
    openings: [
      'Olá! This is my daily bread.',
      'I moved a very similar system last autumn.',
      'I can do this without stopping what runs today.',
    ],
    closings: [
      'Typed, tested, and with a page of documentation.',
      'I am happy to pair with one of your people for an afternoon.',
      'Fixed price, also if it takes me longer.',
    ],
  },
  'grace-mwangi': {
    openings: [
      'I would start with an hour of looking, read-only.',
      'I have made this one smaller, quicker and cheaper before.',
      'Hello, this is what I do most.',
    ],
    closings: [
      'You get it as Terraform and can throw it away again with one command.',
      'If the bill does not go down, you do not pay.',
      'I explain it to you in plain words, promised.',
    ],
  },
  'harpreet-singh': {
    openings: [
      'The interesting part is what happens when it dies half-way.',
      'I have written two of these, both are still running.',
      'Straightforward, with one trap that I have stepped into before.',
    ],
    closings: [
      'I test by killing the process a thousand times.',
      'You get a benchmark that you can run yourselves.',
      'Boring code, on purpose.',
    ],
  },
  'nadia-rahman': {
    openings: [
      'I have shipped this pattern with screen readers in mind.',
      'Hello! I tried the example with VoiceOver and TalkBack already.',
      'This is my favourite kind of problem.',
    ],
    closings: [
      'I test with a keyboard, a screen reader and 400 % zoom.',
      'All states get a story, so your designer can look at them.',
      'I keep to your code style, not mine.',
    ],
  },
};
