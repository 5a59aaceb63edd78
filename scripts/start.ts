import { join } from 'node:path';
import { accounts, bootStack, launch, stopLater } from './boot.ts';
import { buildSite } from './build-site.ts';
import { reporter } from './report.ts';
import { superviseSite } from './site-process.ts';

await launch(async (settings, lifetime) => {
  const report = reporter();
  console.log('Hemline is starting …');
  // Build and boot run in parallel; if one fails, the other is stopped in order.
  const [built, booted] = await Promise.allSettled([
    buildSite({ log: report.step }).then((built) => {
      report.step(built ? 'Built the site' : 'The site is up to date');
    }),
    bootStack(settings, lifetime, report.step),
  ]);
  if (built.status === 'rejected') throw built.reason;
  if (booted.status === 'rejected') throw booted.reason;
  const stack = booted.value;
  const starting = superviseSite({
    port: settings.sitePort,
    url: settings.siteUrl,
    supabaseUrl: stack.url,
    functionsUrl: stack.functionsUrl,
    anonKey: stack.anonKey,
    siteSecret: stack.siteSecret,
    imageCache: join(settings.stateDir, 'pictures'),
    log: (line) => console.log(line),
  });
  await stopLater(lifetime, 'The site', starting);
  await starting;
  report.step('Site is serving');
  console.log(`
Hemline is ready (${report.total()}).

  Shop           ${settings.siteUrl}/
  Back office    ${settings.siteUrl}/admin/login
  API            ${settings.siteUrl}/api/v1/docs
  Supabase       ${stack.url}
  Database       ${stack.dbUrl}
${accounts(stack)}

Ctrl-C stops everything; npm run reset deletes the data.`);
});
