import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Project after project, so that workers are reused; within each the longest files first, so that none of them ends alone. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = this.ctx.projects;
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    const byProject = (a: TestSpecification, b: TestSpecification) =>
      order.indexOf(a.project) - order.indexOf(b.project) || size(b) - size(a);
    return Promise.resolve(files.toSorted(byProject));
  }
}
