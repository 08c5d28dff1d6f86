/** A route of storms: the position on each day of its life, as [latitude, longitude]. */
export interface TropicalRoute {
  readonly days: readonly (readonly [latitude: number, longitude: number])[]
  /** The day on which the storm comes ashore for good; null if it ends at sea. */
  readonly landfallDay: number | null
}

/** Storms born in the Gulf of Mexico or the western Caribbean, and ashore within days. */
export const gulfRoutes: readonly TropicalRoute[] = [
  // Tampa
  {
    days: [
      [17.5, -84.5],
      [20, -85.8],
      [22.6, -86.2],
      [25.2, -84.9],
      [27.7, -82.9],
      [30.6, -80.6],
    ],
    landfallDay: 4.1,
  },
  // The Florida Panhandle
  {
    days: [
      [16.5, -82.5],
      [19, -85],
      [22, -87],
      [25.5, -87.5],
      [29.8, -86],
      [33.5, -84],
    ],
    landfallDay: 4.1,
  },
  // Louisiana
  {
    days: [
      [20, -85],
      [22.5, -87.5],
      [25, -89.5],
      [27.2, -90.8],
      [29.7, -90.9],
      [33, -89],
    ],
    landfallDay: 3.8,
  },
  // Texas
  {
    days: [
      [20.5, -91],
      [22.5, -93],
      [24.8, -94.8],
      [27, -96],
      [29.3, -97],
      [31.5, -97.2],
    ],
    landfallDay: 3.5,
  },
  // Mexico
  {
    days: [
      [19.5, -92],
      [20.5, -93.5],
      [21.5, -95.2],
      [22.4, -97],
      [23, -99.2],
    ],
    landfallDay: 3.4,
  },
]

/** Storms born between Africa and the Antilles; most turn away before they reach land. */
export const atlanticRoutes: readonly TropicalRoute[] = [
  // Out at sea, passing east of Bermuda
  {
    days: [
      [11.5, -32],
      [12.5, -38],
      [14, -44],
      [16.5, -50],
      [20, -55.5],
      [24.5, -59.5],
      [29.5, -61],
      [35, -58],
      [41, -50],
    ],
    landfallDay: null,
  },
  // Out at sea, passing west of Bermuda
  {
    days: [
      [18, -56],
      [20.3, -60],
      [22.8, -63.8],
      [25.5, -67],
      [28.8, -68.8],
      [32.5, -68],
      [37, -63.5],
      [42.5, -55],
    ],
    landfallDay: null,
  },
  // The Carolinas
  {
    days: [
      [13, -40],
      [14.5, -46],
      [16.5, -52],
      [19, -58.5],
      [22, -64.5],
      [25.2, -70],
      [29, -75],
      [33.8, -78.2],
      [38, -77],
    ],
    landfallDay: 7,
  },
  // To Florida from the east
  {
    days: [
      [14, -48],
      [15.5, -54],
      [17.5, -60.5],
      [19.8, -66.5],
      [22.3, -72],
      [24.5, -77],
      [26.6, -80.2],
      [29.3, -83],
      [33, -84],
    ],
    landfallDay: 6,
  },
  // Through the Caribbean to Tampa
  {
    days: [
      [12.5, -55],
      [13.8, -62],
      [15, -68.5],
      [16.6, -74.5],
      [18.8, -79.5],
      [21.8, -83],
      [25, -84.2],
      [27.9, -82.7],
      [31.5, -79.5],
    ],
    landfallDay: 7,
  },
]

/** Invented names, one for each letter: a simulated storm must not be mistaken for one in the news. */
export const tropicalNames: readonly string[] = [
  'Alder',
  'Birch',
  'Cedar',
  'Dogwood',
  'Elm',
  'Fir',
  'Ginkgo',
  'Hazel',
  'Ivy',
  'Juniper',
  'Kapok',
  'Laurel',
  'Maple',
  'Nutmeg',
  'Oak',
  'Pine',
  'Quince',
  'Rowan',
  'Spruce',
  'Teak',
  'Ulmus',
  'Viburnum',
  'Willow',
  'Xylia',
  'Yew',
  'Zelkova',
]
