import type { Command } from 'commander';
import { withConfigFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { watchProgress } from '../install-browser/progress.js';
import type { ExitCode } from '../report-error.js';

const ABOUT = `
With browser.provider: container each session has a container of its own: no network but the egress
proxy, a read-only root, no capabilities, limits of memory and CPU (container.memory, container.cpus).
The image is made here from Debian's packages, and from no registry of images. It takes podman or Docker.`;

interface ContainerCommandOptions {
  readonly json?: boolean;
}

/** The image for sessions in containers, and the containers themselves. */
export function addContainer(program: Command, cli: Cli): void {
  const container = program
    .command('container')
    .description('sessions in containers: build the image, list and remove what runs')
    .addHelpText('after', ABOUT);
  withConfigFlags(container.command('build'))
    .description("make the image from Debian's packages; about a minute, and 700 MB while it is made")
    .option('--json', 'print { image, id, digest, chromium }')
    .addHelpText('after', ABOUT)
    .action(cli.run((options: ContainerCommandOptions) => build(cli, options)));
  withConfigFlags(container.command('list'))
    .description('the containers of sessions on this machine, and whether their server is still there')
    .option('--json', 'print them as a list')
    .action(cli.run((options: ContainerCommandOptions) => list(cli, options)));
  withConfigFlags(container.command('remove'))
    .description('remove those whose server is gone; a server does so by itself when it starts')
    .option('--json', 'print { removed }')
    .action(cli.run((options: ContainerCommandOptions) => remove(cli, options)));
}

async function build(cli: Cli, options: ContainerCommandOptions): Promise<ExitCode> {
  const { terminal, env } = cli;
  const loaded = await cli.load(options);
  const { buildContainerImage, onRecord } = await import('../../app.js');
  const watch = watchProgress(terminal);
  const say = options.json === true ? terminal.err : terminal.out;
  const tell = (line: string): void => {
    say(`  ${line}`);
    watch.line(line);
  };
  const image = await buildContainerImage(env, tell, loaded.config.container.engine).finally(watch.end);
  const { name, id, digest, chromium = 'unknown' } = image;
  await onRecord(loaded, terminal.err, (note) => {
    note({ event: 'container.built', facts: { image: name, id, digest, chromium } });
    return Promise.resolve();
  });
  if (options.json === true) terminal.json({ image: name, id, digest, chromium });
  else {
    terminal.out(`${terminal.paint('green', 'ok')}  ${name} with Chromium ${chromium}`);
    terminal.out(`    ${digest}`);
  }
  return 0;
}

async function list(cli: Cli, options: ContainerCommandOptions): Promise<ExitCode> {
  const [{ terminal, env }, { json }] = [cli, options];
  const { config } = await cli.load(options);
  const { listSessionContainers } = await import('../../app.js');
  const all = await listSessionContainers(env, config.container.engine);
  if (json === true) terminal.json(all);
  else if (all.length === 0) terminal.out('None.');
  for (const { name, state, owner } of json === true ? [] : all)
    terminal.out(`${name}  ${state.padEnd(10)} server ${owner === 'dead' ? 'gone' : owner}`);
  return 0;
}

async function remove(cli: Cli, options: ContainerCommandOptions): Promise<ExitCode> {
  const [{ terminal, env }, { json }] = [cli, options];
  const { config } = await cli.load(options);
  const { removeSessionContainers } = await import('../../app.js');
  const removed = await removeSessionContainers(env, config.container.engine);
  if (json === true) terminal.json({ removed });
  else terminal.out(removed.length === 0 ? 'There are none whose server is gone.' : `Removed: ${removed.join(', ')}`);
  return 0;
}
