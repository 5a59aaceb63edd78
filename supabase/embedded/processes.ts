import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A pid may be reused by another process later; together with the start time it is unique. */
export interface ProcessIdentity {
  pid: number;
  /** Clock ticks since boot, from /proc; null where there is no /proc. */
  started: string | null;
}

export function startTime(pid: number): string | null {
  try {
    // The name (second field) may contain spaces and brackets, so fields are counted from its end.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return fields?.[0] === 'Z' ? null : (fields?.[19] ?? null);
  } catch {
    return null;
  }
}

export function isAlive(identity: ProcessIdentity): boolean {
  if (!answersSignals(identity.pid)) return false;
  return identity.started === null || startTime(identity.pid) === identity.started;
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

/** Sends the signals one after another, each with its own timeout, until the process has ended. */
export async function stopProcess(
  identity: ProcessIdentity,
  signals: readonly { signal: NodeJS.Signals; timeoutMs: number }[],
): Promise<void> {
  for (const { signal, timeoutMs } of signals) {
    if (!isAlive(identity)) return;
    try {
      process.kill(identity.pid, signal);
    } catch {
      return;
    }
    const end = Date.now() + timeoutMs;
    while (Date.now() < end && isAlive(identity)) await delay(10);
  }
}

/** Ends the child when this process exits, also by an uncaught error. Returns a function that cancels this. */
export function endWithThisProcess(identity: ProcessIdentity, signal: NodeJS.Signals): () => void {
  const end = (): void => {
    if (!isAlive(identity)) return;
    try {
      process.kill(identity.pid, signal);
    } catch {
      // It has ended already.
    }
  };
  process.once('exit', end);
  return () => process.off('exit', end);
}
