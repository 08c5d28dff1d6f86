export { strikeAge, type StrikeAge } from '#domain/lightning/strike-age'
