import { Failure } from '../../../core/index.js';
import type { PageRecording } from '../../../core/index.js';
import { explainFault } from '../attempt.js';
import { duringCall } from '../call-time.js';
import type { PageDeps } from '../page-deps.js';
import { measurePerformance } from '../performance.js';
import { Recording } from './recording.js';
import type { Recorder } from './recorder.js';

/** What the capability `recording` adds to a page. */
export function recordingOf(deps: PageDeps): PageRecording {
  return {
    startRecording: async (kinds, name) => {
      const recorder = requireRecorder(deps);
      if (recorder.current !== undefined) throw new Failure('session.recording-runs');
      const { files } = deps.session;
      if (files === undefined) throw new Failure('policy.capability-off', 'recording');
      files.checkRoom();
      const recording = new Recording(deps, files, kinds, name);
      recorder.current = recording;
      await duringCall(deps.signal, recording.begin());
    },
    stopRecording: async () => {
      const recorder = requireRecorder(deps);
      const { current } = recorder;
      if (current === undefined) throw new Failure('session.no-recording');
      recorder.current = undefined;
      try {
        return await duringCall(deps.signal, current.finish(deps.signal, false));
      } catch (error) {
        throw explainFault(error, deps.tab);
      }
    },
    measurePerformance: () => measurePerformance(deps),
  };
}

function requireRecorder({ session }: PageDeps): Recorder {
  if (session.recorder === undefined) throw new Failure('policy.capability-off', 'recording');
  return session.recorder;
}
