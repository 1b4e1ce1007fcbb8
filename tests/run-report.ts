import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { PROMISES } from './promises.js';

/** More tests than this that passed only at their second try mean that something is wrong, not that the machine was busy. */
const MAX_RETRIED = 3;
const SLOWEST_SHOWN = 15;

interface TestRun {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  readonly retries: number;
}

interface RunFindings {
  readonly retried: readonly string[];
  /** Promises that no test tried to break in this run. */
  readonly untested: readonly string[];
}

/** Pure: which tests needed a retry, and which promises had no test that ran. Attack tests begin with their promise. */
export function judgeRun(tests: readonly TestRun[], promises: readonly string[]): RunFindings {
  const ran = tests.filter(({ state }) => state === 'passed' || state === 'failed');
  return {
    retried: tests.filter(({ retries }) => retries > 0).map(({ name }) => name),
    untested: promises.filter((id) => !ran.some(({ name }) => name.startsWith(`${id}: `))),
  };
}

export function problemsOf({ retried, untested }: RunFindings): string[] {
  const promises = untested.map((id) => `No test of the promise ${id} ran: it is not known whether it holds.`);
  if (retried.length <= MAX_RETRIED) return promises;
  return [
    ...promises,
    `${retried.length} tests needed a retry, more than ${MAX_RETRIED}: find out why, a second try hides faults.`,
  ];
}

/** Says at the end of a run what a green summary hides. In CI a problem of a complete run fails it. */
export default class RunReport implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()].map(runOf));
    const findings = judgeRun(tests, Object.keys(PROMISES));
    this.#print(`Tests that needed a retry: ${findings.retried.length}`, findings.retried);
    if (!(await this.#isComplete(modules.length))) return;
    const slowest = [...modules].sort((a, b) => b.diagnostic().duration - a.diagnostic().duration);
    this.#print(
      'Slowest files:',
      slowest
        .slice(0, SLOWEST_SHOWN)
        .map((module) => `${Math.round(module.diagnostic().duration / 1000)} s ${module.relativeModuleId}`),
    );
    const problems = problemsOf(findings);
    if (problems.length === 0) return;
    this.#print('Problems of this run:', problems);
    if (process.env['CI'] !== undefined) process.exitCode = 1;
  }

  /** A run of some files or some tests says nothing about the promises of the others. */
  async #isComplete(modules: number): Promise<boolean> {
    if (this.#vitest === undefined) return false;
    const { testNamePattern, project } = this.#vitest.config;
    if (testNamePattern !== undefined || project.length > 0) return false;
    return (await this.#vitest.globTestSpecifications()).length === modules;
  }

  #print(heading: string, lines: readonly string[]): void {
    this.#vitest?.logger.log([heading, ...lines.map((line) => `  ${line}`)].join('\n'));
  }
}

function runOf(test: TestCase): TestRun {
  return { name: test.fullName, state: test.result().state, retries: test.diagnostic()?.retryCount ?? 0 };
}
