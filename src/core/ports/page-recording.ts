export type RecordingKind = 'har' | 'video' | 'trace';

export interface RecordedFile {
  readonly kind: RecordingKind;
  /** From the workspace. */
  readonly path: string;
  /** Where the workspace is, for whoever may know. */
  readonly workspace?: string;
  readonly bytes: number;
  readonly sha256: string;
  /** What is in it, in our own words and figures. */
  readonly holds: string;
}

export interface RecordingResult {
  readonly seconds: number;
  readonly files: readonly RecordedFile[];
  /** What was asked for and is not there, and why; in our own words. */
  readonly missing: readonly string[];
}

/** Figures of the browser's own about the top document. Absent: the page has given none yet. */
export interface PerformanceFigures {
  readonly origin: string;
  /** In milliseconds since the navigation began; `cls` has no unit. */
  readonly ttfb?: number;
  readonly fcp?: number;
  readonly lcp?: number;
  readonly cls?: number;
  readonly inp?: number;
  readonly fid?: number;
  readonly domReady?: number;
  readonly load?: number;
  readonly longTasks: { readonly count: number; readonly totalMs: number; readonly longestMs: number };
  readonly requests: {
    readonly total: number;
    readonly failed: number;
    readonly bytes: number;
    readonly byType: Readonly<Record<string, number>>;
    /** The log of the tab no longer goes back to the beginning of the page. */
    readonly isCut: boolean;
  };
}

/** For the capability `recording`: what one session does, in files of its own. */
export interface PageRecording {
  startRecording(kinds: readonly RecordingKind[], name: string | undefined): Promise<void>;
  stopRecording(): Promise<RecordingResult>;
  measurePerformance(): Promise<PerformanceFigures>;
}
