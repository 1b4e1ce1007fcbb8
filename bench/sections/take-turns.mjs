/**
 * Rounds go round the table, A B C, B C A, so that a slow minute of the machine is everybody's.
 *
 * @template T
 * @param {readonly T[]} players
 * @param {number} rounds
 * @param {(player: T, round: number) => Promise<void>} turn
 */
export async function takeTurns(players, rounds, turn) {
  for (let round = 0; round < rounds; round += 1) {
    const first = round % Math.max(1, players.length);
    for (const player of [...players.slice(first), ...players.slice(0, first)]) await turn(player, round);
  }
}

/**
 * A failed call is noted and told at the end; the others go on.
 *
 * @param {import('../types.js').Figures} figures
 * @param {() => Promise<void>} attempt
 */
export async function noteFailure(figures, attempt) {
  try {
    await attempt();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (!figures.failures.includes(said)) figures.failures.push(said);
  }
}
