/** The contribution of one prompt, segment or day to a ratio of sums. */
export interface Cluster {
  numerator: number;
  denominator: number;
}

/** The sums over clusters that a ratio and its variance depend on. */
export interface ClusterSums extends Cluster {
  /** Number of clusters whose denominator is not 0. */
  clusters: number;
  numeratorSquares: number;
  /** The sum of numerator × denominator. */
  products: number;
  denominatorSquares: number;
}

export function createClusterSums(): ClusterSums {
  return {
    clusters: 0,
    numerator: 0,
    denominator: 0,
    numeratorSquares: 0,
    products: 0,
    denominatorSquares: 0,
  };
}

/** Adds a cluster; one whose denominator is 0 contributes nothing. */
export function addCluster(sums: ClusterSums, numerator: number, denominator: number): void {
  if (denominator === 0) return;
  sums.clusters += 1;
  sums.numerator += numerator;
  sums.denominator += denominator;
  sums.numeratorSquares += numerator ** 2;
  sums.products += numerator * denominator;
  sums.denominatorSquares += denominator ** 2;
}

export function sumClusters(clusters: Iterable<Cluster>): ClusterSums {
  const sums = createClusterSums();
  for (const { numerator, denominator } of clusters) addCluster(sums, numerator, denominator);
  return sums;
}

/** A variance with the degrees of freedom of its estimate. */
export interface Variance {
  variance: number;
  degreesOfFreedom: number;
}

/**
 * Estimates the variance of the ratio over random samples of clusters. The linearized formula approximates a jackknife
 * that leaves out one cluster at a time. Clusters of unequal size reduce the degrees of freedom (Carter, Schnepel and
 * Steigerwald, Review of Economics and Statistics 99, 2017). Null with fewer than two clusters.
 */
export function getRatioVariance(sums: ClusterSums): Variance | null {
  const { numerator, denominator, numeratorSquares, products, denominatorSquares } = sums;
  if (sums.clusters < 2) return null;
  const ratio = numerator / denominator;
  const squares = numeratorSquares - 2 * ratio * products + ratio ** 2 * denominatorSquares;
  const effectiveClusters = denominator ** 2 / denominatorSquares;
  const scale = effectiveClusters / (effectiveClusters - 1);
  // Rounding leaves a tiny positive or negative remainder when all clusters have the same ratio.
  const isEqual = squares <= 1e-12 * (numeratorSquares + ratio ** 2 * denominatorSquares);
  return {
    variance: isEqual ? 0 : (squares / denominator ** 2) * scale,
    degreesOfFreedom: Math.max(1, effectiveClusters - 1),
  };
}
