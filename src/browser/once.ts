export function once(work: () => void): () => void {
  let over = false;
  return () => {
    if (over) return;
    over = true;
    work();
  };
}
