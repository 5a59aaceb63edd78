import type { Locator } from 'playwright';
import { messages } from '../../supabase/functions/_shared/messages.ts';
import { demoAdministrator } from './customers.ts';
import { Shop } from './shop.ts';

/** The back office in the words of a shopkeeper. */
export class BackOffice extends Shop {
  override async signIn(administrator = demoAdministrator): Promise<void> {
    await this.open('/admin/login');
    await this.enterCredentials(administrator);
    await this.arriveAt('/admin/dashboard');
    await this.isTold(messages.auth.adminLoginDone);
  }

  /** The row of the open table that holds a text. */
  row(text: string): Locator {
    return this.main.getByRole('row').filter({ hasText: text });
  }

  /** Opens a table and searches it. */
  async openTable(path: string, words: string): Promise<void> {
    await this.open(path);
    await this.main.getByRole('searchbox').fill(words);
    await this.row(words).waitFor();
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Presses Delete in a row and answers the question. */
  async remove(text: string, question: string): Promise<void> {
    await this.row(text)
      .getByRole('button', { name: /^delete/i })
      .click();
    await this.dialog.getByText(question).waitFor();
    await this.dialog.getByRole('button', { name: 'Yes' }).click();
  }

  /** Answers the question with Yes, once an earlier Yes has been dealt with. */
  async sayYes(): Promise<void> {
    const yes = this.dialog.getByRole('button', { name: 'Yes' });
    await yes.and(this.page.locator('[aria-busy="false"]')).click();
  }

  /** While something is done, calls of these addresses get no answer. */
  async unanswered(path: string, work: () => Promise<void>): Promise<void> {
    await this.page.route(path, (route) => route.abort());
    await work();
    await this.page.unroute(path);
  }
}
