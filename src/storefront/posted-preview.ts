/**
 * What the back office posted for a preview; null otherwise. Only accepts forms of this site: other sites must not be able to
 * show content under this URL.
 */
export async function postedPreview(request: Request): Promise<unknown> {
  const own = request.method === 'POST' && request.headers.get('sec-fetch-site') === 'same-origin';
  const sent = own ? await request.formData().catch(() => null) : null;
  const text = sent?.get('preview');
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
