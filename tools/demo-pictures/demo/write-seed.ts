import { writeFileSync } from 'node:fs';
import { seedSql } from './seed.ts';

writeFileSync(new URL('../../../supabase/seed.sql', import.meta.url), seedSql());
