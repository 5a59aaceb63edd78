import type { Sql } from '../bootstrap.ts';

export interface SandboxOptions {
  url: string;
  secretKey: string;
  webhookUrl: string;
  siteUrl: string;
}

export interface Sandbox {
  fetch(request: Request): Promise<Response>;
  stop(): Promise<void>;
}

export function createSandbox(_sql: Sql, _options: SandboxOptions): Promise<Sandbox> {
  return Promise.resolve({
    fetch: () => Promise.resolve(Response.json({ status: false }, { status: 501 })),
    stop: () => Promise.resolve(),
  });
}
