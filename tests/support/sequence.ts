import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Project after project, so that workers are reused. Within each the longest files first, so that none of them ends alone; the
 * tagged tests in an order that the seed decides.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { projects, config } = this.ctx;
    const isShuffled = config.tagsFilter?.includes('more') ?? false;
    const place = ({ moduleId }: TestSpecification): number =>
      isShuffled
        ? createHash('sha256').update(`${config.sequence.seed} ${moduleId}`).digest().readUInt32BE()
        : -statSync(moduleId).size;
    const byProject = (a: TestSpecification, b: TestSpecification) =>
      projects.indexOf(a.project) - projects.indexOf(b.project) || place(a) - place(b);
    return Promise.resolve(files.toSorted(byProject));
  }
}
