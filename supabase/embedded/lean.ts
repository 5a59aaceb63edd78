/**
 * V8 keeps garbage for as long as it knows of room, and the C library gives each thread a heap of its own. Processes that run
 * for days are told of less: they clean up earlier, at no cost in speed that was measured. `mostMegabytes` leaves room for the
 * largest lists.
 */
export function leanFlags(mostMegabytes: number, youngMegabytes = 4): string[] {
  return [`--max-semi-space-size=${youngMegabytes}`, `--max-old-space-size=${mostMegabytes}`];
}

export const leanEnvironment = { MALLOC_ARENA_MAX: '2' };
