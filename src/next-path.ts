/** Where to go after a sign-in, from the query: only a path of this site, never another origin; empty where there is none. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  const isPath = next.startsWith('/') && !/^\/[/\\]|[\u0000-\u001f]/.test(next);
  return isPath && !/^\/(admin\/)?login(\?|$)/.test(next) ? next : '';
}
