/** How much of an upload has been sent, from 0 to 1. */
export type Progress = (share: number) => void;

/** A request of the old kind, the only one that tells how far an upload has come. Rejects when no answer came. */
export function sendWithProgress(
  request: Request,
  body: FormData,
  told: Progress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(request.method, request.url);
    for (const [name, value] of request.headers) {
      // The boundary of the parts is the browser's own to name.
      if (name !== 'content-type') sending.setRequestHeader(name, value);
    }
    sending.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) told(loaded / total);
    };
    sending.onload = () => {
      const type = sending.getResponseHeader('content-type') ?? 'text/plain';
      resolve(
        // An answer without content, as 204, may not even have an empty one.
        new Response(sending.responseText || null, {
          status: sending.status,
          headers: { 'content-type': type },
        }),
      );
    };
    sending.onerror = () => reject(new Error('No answer'));
    sending.onabort = sending.onerror;
    sending.ontimeout = sending.onerror;
    sending.send(body);
  });
}
