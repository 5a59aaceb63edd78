/** Links between login and registration take along where one was going. */
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-keep-next]')) {
  const next = new URLSearchParams(location.search).get('next');
  if (next) link.search = new URLSearchParams({ next }).toString();
}
