/**
 * The CAP 1.2 schema, following the tables of the OASIS standard (Common Alerting Protocol Version 1.2, sections 3.2
 * and 3.4): names, order, cardinality, codes, and times without 'Z'. `identifier`, `sender` and `references` exclude
 * spaces, commas, < and & where the standard does. Compared line by line with third-party bindings generated from
 * OASIS's own CAP-v1.2.xsd: anything valid here is valid there. This one is stricter: it has no `resource`, which the
 * feed never sends, and no comma as a time zone sign.
 */
const one = (name: string, type: string) => `<xs:element name="${name}" type="${type}"/>`
const maybe = (name: string, type = 'xs:string') =>
  `<xs:element name="${name}" type="${type}" minOccurs="0"/>`
const many = (name: string, type = 'xs:string') =>
  `<xs:element name="${name}" type="${type}" minOccurs="0" maxOccurs="unbounded"/>`
const codes = (name: string, values: string) =>
  `<xs:simpleType name="${name}"><xs:restriction base="xs:string">${values
    .split(' ')
    .map(value => `<xs:enumeration value="${value}"/>`)
    .join('')}</xs:restriction></xs:simpleType>`
const pattern = (name: string, base: string, text: string) =>
  `<xs:simpleType name="${name}"><xs:restriction base="${base}"><xs:pattern value="${text}"/></xs:restriction></xs:simpleType>`
const sequence = (name: string, ...elements: string[]) =>
  `<xs:complexType name="${name}"><xs:sequence>${elements.join('')}</xs:sequence></xs:complexType>`

export const capSchema = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:oasis:names:tc:emergency:cap:1.2"',
  ' targetNamespace="urn:oasis:names:tc:emergency:cap:1.2" elementFormDefault="qualified">',
  '<xs:element name="alert" type="alert"/>',
  pattern('name', 'xs:string', '[^\\s,&lt;&amp;]+'),
  pattern('time', 'xs:dateTime', '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[-+]\\d\\d:\\d\\d'),
  pattern('references', 'xs:string', '[^\\s,]+,[^\\s,]+,[^\\s,]+( [^\\s,]+,[^\\s,]+,[^\\s,]+)*'),
  pattern('circle', 'xs:string', '-?[\\d.]+,-?[\\d.]+ [\\d.]+'),
  codes('status', 'Actual Exercise System Test Draft'),
  codes('msgType', 'Alert Update Cancel Ack Error'),
  codes('scope', 'Public Restricted Private'),
  codes('category', 'Geo Met Safety Security Rescue Fire Health Env Transport Infra CBRNE Other'),
  codes('responseType', 'Shelter Evacuate Prepare Execute Avoid Monitor Assess AllClear None'),
  codes('urgency', 'Immediate Expected Future Past Unknown'),
  codes('severity', 'Extreme Severe Moderate Minor Unknown'),
  codes('certainty', 'Observed Likely Possible Unlikely Unknown'),
  sequence('valuePair', one('valueName', 'xs:string'), one('value', 'xs:string')),
  sequence(
    'area',
    one('areaDesc', 'xs:string'),
    many('polygon'),
    many('circle', 'circle'),
    many('geocode', 'valuePair'),
    maybe('altitude', 'xs:decimal'),
    maybe('ceiling', 'xs:decimal'),
  ),
  sequence(
    'info',
    maybe('language', 'xs:language'),
    '<xs:element name="category" type="category" maxOccurs="unbounded"/>',
    one('event', 'xs:string'),
    many('responseType', 'responseType'),
    one('urgency', 'urgency'),
    one('severity', 'severity'),
    one('certainty', 'certainty'),
    maybe('audience'),
    many('eventCode', 'valuePair'),
    maybe('effective', 'time'),
    maybe('onset', 'time'),
    maybe('expires', 'time'),
    maybe('senderName'),
    maybe('headline'),
    maybe('description'),
    maybe('instruction'),
    maybe('web', 'xs:anyURI'),
    maybe('contact'),
    many('parameter', 'valuePair'),
    many('area', 'area'),
  ),
  sequence(
    'alert',
    one('identifier', 'name'),
    one('sender', 'name'),
    one('sent', 'time'),
    one('status', 'status'),
    one('msgType', 'msgType'),
    maybe('source'),
    one('scope', 'scope'),
    maybe('restriction'),
    maybe('addresses'),
    many('code'),
    maybe('note'),
    maybe('references', 'references'),
    maybe('incidents'),
    many('info', 'info'),
  ),
  '</xs:schema>',
].join('\n')
