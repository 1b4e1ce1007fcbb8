interface Slope {
  name: string;
  first: number | undefined;
  last: number | undefined;
  slope: number;
  limit: number;
  isFlat: boolean;
}

/** The part that is tested without a browser. */
export function judgeSlopes(samples: readonly Record<string, number>[]): Slope[];
