import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { radarColors } from '#domain/radar/colors'
import type { RadarGrid } from '#domain/radar/grid'

/** Debian's Python, for which its mapscript is built. Another Python on the PATH would not find it. */
const python = '/usr/bin/python3'

export interface Tile {
  readonly zoom: number
  readonly column: number
  readonly row: number
}

/** Renders every tile through mapscript, in one process with all files open. Reports tiles per second of one core. */
const script = `
import json, math, sys, time
import mapscript
folder = sys.argv[1]
tiles = json.load(open(folder + '/tiles.json'))
half = math.pi * 6378137
for driver, mode in (('AGG/PNG', mapscript.MS_IMAGEMODE_RGBA), ('AGG/PNG8', mapscript.MS_IMAGEMODE_RGB)):
    drawn = mapscript.mapObj(folder + '/radar.map')
    form = mapscript.outputFormatObj(driver, 'tile')
    form.imagemode = mode
    form.transparent = mapscript.MS_ON
    form.setOption('COMPRESSION', '1')
    drawn.setOutputFormat(form)
    drawn.setSize(256, 256)
    def draw(tile):
        size = 2 * half / 2 ** tile['zoom']
        west = tile['column'] * size - half
        north = half - tile['row'] * size
        drawn.setExtent(west, north - size, west + size, north)
        return drawn.draw().getBytes()
    for tile in tiles[:20]: draw(tile)
    begun = time.process_time()
    sizes = [len(draw(tile)) for _ in range(3) for tile in tiles]
    speed = len(sizes) / (time.process_time() - begun)
    print(json.dumps({'driver': driver, 'tilesPerSecond': speed, 'meanBytes': sum(sizes) / len(sizes)}))
`

function mapFile(folder: string): string {
  const classes = radarColors.map(({ fromDbz, rgba: [red, green, blue, alpha] }, index) => {
    const [low, high] = [2 * fromDbz, index + 1 < radarColors.length ? 2 * fromDbz + 10 : 255]
    return `CLASS EXPRESSION ([pixel] >= ${low} AND [pixel] < ${high}) STYLE COLOR ${red} ${green} ${blue} OPACITY ${Math.round((100 * alpha) / 255)} END END`
  })
  return `MAP NAME "radar" SIZE 256 256 EXTENT -1 -1 1 1 UNITS METERS
    PROJECTION "init=epsg:3857" END
    LAYER NAME "echoes" TYPE RASTER STATUS ON DATA "${folder}/grid.tif"
      PROJECTION "init=epsg:4326" END
      PROCESSING "RESAMPLE=NEAREST" PROCESSING "CLOSE_CONNECTION=DEFER"
      ${classes.join('\n')}
    END END`
}

/** Writes the same echoes as a tiled GeoTIFF, the fastest format for a map server. */
function writeGeoTiff(folder: string, { place, echoes }: RadarGrid) {
  const { columns, rows, west, north, stepDegrees } = place
  writeFileSync(join(folder, 'grid.raw'), echoes)
  writeFileSync(
    join(folder, 'grid.vrt'),
    `<VRTDataset rasterXSize="${columns}" rasterYSize="${rows}"><SRS>EPSG:4326</SRS>
     <GeoTransform>${west}, ${stepDegrees}, 0, ${north}, 0, -${stepDegrees}</GeoTransform>
     <VRTRasterBand dataType="Byte" band="1" subClass="VRTRawRasterBand">
     <SourceFilename relativetoVRT="1">grid.raw</SourceFilename>
     <ImageOffset>0</ImageOffset><PixelOffset>1</PixelOffset><LineOffset>${columns}</LineOffset>
     </VRTRasterBand></VRTDataset>`,
  )
  const files = [join(folder, 'grid.vrt'), join(folder, 'grid.tif')]
  execFileSync('gdal_translate', ['-q', '-co', 'TILED=YES', ...files], { stdio: 'ignore' })
}

export interface PeerSpeed {
  readonly driver: string
  readonly tilesPerSecond: number
  readonly meanBytes: number
}

/** Returns MapServer's best result for the same grid and tiles. Undefined if it is not installed. */
export function measureMapServer(
  folder: string,
  grid: RadarGrid,
  tiles: readonly Tile[],
): PeerSpeed | undefined {
  if (spawnSync(python, ['-c', 'import mapscript'], { stdio: 'ignore' }).status !== 0) return undefined
  if (spawnSync('gdal_translate', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined
  writeGeoTiff(folder, grid)
  writeFileSync(join(folder, 'radar.map'), mapFile(folder))
  writeFileSync(join(folder, 'tiles.json'), JSON.stringify(tiles))
  writeFileSync(join(folder, 'render.py'), script)
  const reported = execFileSync(python, [join(folder, 'render.py'), folder], { encoding: 'utf8' })
  const speeds = reported
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as PeerSpeed)
  return speeds.toSorted((one, other) => other.tilesPerSecond - one.tilesPerSecond)[0]
}
