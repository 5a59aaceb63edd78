/** The list of these products’ cards as the shop shows them now; null if none is on sale. Throws without a response. */
export async function fetchCards(ids: readonly string[]): Promise<Element | null> {
  const response = await fetch(`/product-cards?products=${ids.join()}`, {
    headers: { accept: 'text/html' },
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return page.querySelector('ul');
}
