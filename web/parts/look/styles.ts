// The styles are in layers, so our rules win regardless of the order in which chunks load. Less common components bring
// their own styles.
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import './fonts.css'
import './tokens.css'
import './base.css'
