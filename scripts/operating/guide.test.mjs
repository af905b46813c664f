import { commandsOf, inPlaces } from './guide.mjs';

describe('the commands of a page', () => {
  it('are the blocks for a shell, with their lines', () => {
    const page = ['# Up', '', '```sh', 'one', 'two', '```', '', '```ini', 'three', '```', '```sh', 'four', '```'].join('\n');
    expect(commandsOf(page)).toEqual([
      { line: 4, commands: 'one\ntwo' },
      { line: 12, commands: 'four' },
    ]);
  });

  it('are refused where a block has no end', () => {
    expect(() => commandsOf('```sh\none')).toThrow('The block of commands at line 2 has no end.');
  });
});

describe('names of a page', () => {
  it('give way to what the machine has, the longest first, and not what looks like one', () => {
    const places = { '/etc/solvent': '/m/s', '/etc/solvent/env': '/m/e', 'db.internal:5432': '127.0.0.1:7001' };
    expect(inPlaces('cat /etc/solvent/env /etc/solvent; psql db.internal:5432 dbxinternal:5432', places)).toBe(
      'cat /m/e /m/s; psql 127.0.0.1:7001 dbxinternal:5432',
    );
  });

  it('stay where there are no places', () => {
    expect(inPlaces('ls /etc', {})).toBe('ls /etc');
  });
});
