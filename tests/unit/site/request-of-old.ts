/** As much of the browser's XMLHttpRequest as an upload needs, over `fetch`. */
export class RequestOfOld {
  readonly upload = {};
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  status = 0;
  responseText = '';
  #method = '';
  #url = '';
  #headers = new Headers();

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return this.#headers.get(name);
  }

  send(body: FormData): void {
    fetch(this.#url, { method: this.#method, headers: this.#headers, body }).then(
      async (response) => {
        this.status = response.status;
        this.#headers = response.headers;
        this.responseText = await response.text();
        this.onload?.();
      },
      () => this.onerror?.(),
    );
  }
}
