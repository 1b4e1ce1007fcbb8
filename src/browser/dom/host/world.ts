/** Our isolated world in one document of a frame. */
export interface World {
  readonly id: number;
  readonly uniqueId: string;
  readonly frameId: string;
}
