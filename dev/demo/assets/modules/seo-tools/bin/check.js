#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { checkPage } from '../src/index.js';

const files = process.argv.slice(2);
if (files.length === 0) {
  process.stderr.write('Which files? seo-check page.html …\n');
  process.exitCode = 2;
}
for (const file of files) {
  for (const problem of checkPage(readFileSync(file, 'utf8'))) {
    process.stdout.write(`${file}: ${problem}\n`);
    process.exitCode = 1;
  }
}
