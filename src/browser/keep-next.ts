/** Links between login, registration and “Forgot your password?” keep the `next` parameter. */
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-keep-next]')) {
  const next = new URLSearchParams(location.search).get('next');
  if (next) link.search = new URLSearchParams({ next }).toString();
}
