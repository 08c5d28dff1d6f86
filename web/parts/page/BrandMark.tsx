interface BrandMarkProps {
  size?: number
}

export function BrandMark({ size = 24 }: BrandMarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        d="M12 1.900 3.400 5.400v6.300c0 5.200 3.500 8.900 8.600 10.500 5.100-1.600 8.600-5.300 8.600-10.500V5.400z"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinejoin="round"
      />
      <path d="M13.700 5.800 7.900 13h3.400l-1 5.100 5.900-7.500h-3.500z" fill="currentColor" />
    </svg>
  )
}
