/** A listing as the bucket returns it. */
export function listing(keys: readonly string[]): string {
  const contents = keys.map(key => `<Contents><Key>${key}</Key><Size>1234567</Size></Contents>`)
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>noaa-mrms-pds</Name>' +
    `<KeyCount>${keys.length}</KeyCount><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
  )
}
