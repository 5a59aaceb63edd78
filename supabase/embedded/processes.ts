import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A process id alone may be handed to a stranger later; with its start time it cannot. */
export interface ProcessMark {
  pid: number;
  /** Clock ticks since boot, as /proc tells; null where there is no /proc. */
  started: string | null;
}

export function startTime(pid: number): string | null {
  try {
    // The name (second field) may hold spaces and brackets, so count from its end.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return fields?.[0] === 'Z' ? null : (fields?.[19] ?? null);
  } catch {
    return null;
  }
}

export function isAlive(mark: ProcessMark): boolean {
  if (!answersSignals(mark.pid)) return false;
  return mark.started === null || startTime(mark.pid) === mark.started;
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Sends the signals one after another, each with its patience, until the process is gone. */
export async function stopProcess(
  mark: ProcessMark,
  signals: readonly { signal: NodeJS.Signals; patience: number }[],
): Promise<void> {
  for (const { signal, patience } of signals) {
    if (!isAlive(mark)) return;
    try {
      process.kill(mark.pid, signal);
    } catch {
      return;
    }
    const end = Date.now() + patience;
    while (Date.now() < end && isAlive(mark)) await delay(10);
  }
}

/** The last net: a launcher that dies of an error of its own takes its children with it. */
export function endWithThisProcess(mark: ProcessMark, signal: NodeJS.Signals): () => void {
  const end = (): void => {
    if (!isAlive(mark)) return;
    try {
      process.kill(mark.pid, signal);
    } catch {
      // It went by itself.
    }
  };
  process.once('exit', end);
  return () => process.off('exit', end);
}
