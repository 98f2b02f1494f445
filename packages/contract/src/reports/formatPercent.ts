const oneDecimal = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** A percentage as every page, mail and file writes it, with one decimal at most: "12.3 %". */
export const formatPercent = (percent: number): string => `${oneDecimal.format(percent)} %`;
