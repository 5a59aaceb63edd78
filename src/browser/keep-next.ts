import { nextPath } from '../next-path.ts';

/** Links between login, registration and “Forgot your password?” keep the `next` parameter. */
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-keep-next]')) {
  const next = nextPath(location.search);
  if (next) link.search = new URLSearchParams({ next }).toString();
}
