import { setup, type Figures } from '#shared/schemas/figures.ts';
import type { SiteEnvironment } from './environment.ts';

export type { Figures };

/** Asks the payment function, which knows the site by its secret. Throws where it does not answer so. */
export async function askFigures({
  functionsUrl,
  anonKey,
  siteSecret,
}: SiteEnvironment): Promise<Figures> {
  const response = await fetch(`${functionsUrl}/payments/status`, {
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${anonKey}`,
      'x-site-secret': siteSecret,
    },
    signal: AbortSignal.timeout(3000),
  });
  if (!response.ok) throw new Error(`the payment function answered ${response.status}`);
  return setup.parse(await response.json()).figures;
}
