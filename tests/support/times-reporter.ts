import { cpus } from 'node:os';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { seconds } from '../../scripts/report.ts';

/** Milliseconds that the processors were idle and in use since the machine started. */
function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((it) => it.times);
  const sum = (list: number[]) => list.reduce((total, it) => total + it, 0);
  return {
    idle: sum(times.map((it) => it.idle)),
    all: sum(times.flatMap((it) => Object.values(it))),
  };
}

/** Milliseconds of a file: its tests, and what is around them. */
function timesOf(module: TestModule) {
  const { duration, collectDuration, prepareDuration, setupDuration } = module.diagnostic();
  let tests = 0;
  for (const test of module.children.allTests()) tests += test.diagnostic()?.duration ?? 0;
  const around = Math.max(0, duration - tests) + collectDuration + prepareDuration + setupDuration;
  return { file: relative(module.project.config.root, module.moduleId), tests, around };
}

/** Prints where the time of a run went: the slowest files, each project, and the share of idle processors. */
export class TimesReporter implements Reporter {
  #begun = processorTimes();
  #startedAt = performance.now();

  onInit(): void {
    this.#begun = processorTimes();
    this.#startedAt = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return;
    const line = (tests: number, around: number, name: string) =>
      console.log(`${seconds(tests).padStart(10)} ${seconds(around).padStart(10)}  ${name}`);
    const files = modules.map(timesOf).sort((a, b) => b.tests + b.around - a.tests - a.around);
    console.log(`\n     tests     set-up  slowest files`);
    for (const { tests, around, file } of files.slice(0, 20)) line(tests, around, file);
    const sum = (of: typeof files, what: 'tests' | 'around') =>
      of.reduce((total, it) => total + it[what], 0);
    for (const name of new Set(modules.map((it) => it.project.name))) {
      const own = files.filter((it) => it.file.startsWith(`tests/${name}/`));
      line(sum(own, 'tests'), sum(own, 'around'), `all ${own.length} of tests/${name}`);
    }
    const now = processorTimes();
    const idle = (now.idle - this.#begun.idle) / (now.all - this.#begun.all);
    const time = seconds(performance.now() - this.#startedAt);
    console.log(`\nTests took ${time}; the processors were idle for ${Math.round(100 * idle)} %.`);
  }
}
