// Where the parts of the timeline's picture are, in pixels.

export const margin = 24;
export const plate = { top: 98, width: 158, gap: 14 } as const;
export const barSize = { left: 16, width: 36, up: 104, down: 76, largestUnit: 16 } as const;
/** Measured from the top of the plates. */
export const offset = { axis: 178, beads: 290, beadSpan: 36, open: 352, chip: 366, end: 404 } as const;
export const pictureHeight = plate.top + offset.end + 62;

export const leftOf = (index: number) => margin + index * (plate.width + plate.gap);

export const round2 = (value: number) => Math.round(value * 100) / 100;
