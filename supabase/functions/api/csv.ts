import { csvRow, type Cell } from '../_shared/domain/csv.ts';

/**
 * Streams a CSV file while its rows are read, page by page. If a later page fails the response is aborted, so that an
 * incomplete file is not mistaken for a complete one; if the first page fails there is no response body.
 */
export async function csvFile(
  name: string,
  header: readonly string[],
  pages: AsyncGenerator<readonly (readonly Cell[])[]>,
): Promise<Response> {
  const encoder = new TextEncoder();
  const first = await pages.next();
  const enqueue = (
    controller: ReadableStreamDefaultController<Uint8Array>,
    { value, done }: IteratorResult<readonly (readonly Cell[])[], undefined>,
  ) => {
    if (done) controller.close();
    else controller.enqueue(encoder.encode(value.map(csvRow).join('')));
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // Spreadsheets detect UTF-8 by the byte order mark.
      controller.enqueue(encoder.encode(`\uFEFF${csvRow(header)}`));
      enqueue(controller, first);
    },
    async pull(controller) {
      enqueue(controller, await pages.next());
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
}
