/** How much of an upload has been sent, from 0 to 1. */
export type Progress = (share: number) => void;

/** Uses XMLHttpRequest, which is the only way to get upload progress. Rejects without a response. */
export function sendWithProgress(
  request: Request,
  body: FormData,
  onProgress: Progress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(request.method, request.url);
    for (const [name, value] of request.headers) {
      // The browser sets the multipart boundary.
      if (name !== 'content-type') sending.setRequestHeader(name, value);
    }
    sending.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    sending.onload = () => {
      const type = sending.getResponseHeader('content-type') ?? 'text/plain';
      resolve(
        // A 204 response must have a null body.
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
