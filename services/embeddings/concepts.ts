// Words that ask for the same thing: what little the built-in model knows of meaning. A line is a concept; a word may stand
// for several. Everyday, office and computing English: whoever needs more than that configures an upstream's model.

import { analyze } from './words.ts';

const lines = `
buy purchase order acquire procure shop
sell sale vendor retailer merchant seller
return refund reimburse repay reimbursement
refund money payback cashback
price cost fee charge tariff rate surcharge expense
pay payment settle remit
bill invoice receipt statement
cheap inexpensive affordable bargain low-cost
discount rebate reduction promotion coupon voucher deduct
warranty guarantee guaranteed
product item article goods merchandise ware
customer client buyer shopper subscriber
deliver delivery ship shipment shipping dispatch carrier courier
parcel package packet box
warehouse depot storehouse stock inventory
cancel revoke terminate withdraw annul abort
expire expiry lapse run-out valid validity
deadline due closing date cut-off
money cash funds currency
bank banking account
card debit credit
transfer remittance wire
loan mortgage borrow lend lent credit
interest yield dividend
debt owe liability outstanding receivable
tax levy duty vat
salary wage pay earnings income remuneration
profit earnings margin gain surplus
revenue turnover sales income
budget finance financial
insurance insure cover coverage policy
audit auditor inspect examination review
share stock equity shareholder
employee staff worker colleague personnel workforce
employer company firm business enterprise corporation organization
boss manager supervisor lead head chief
hire recruit employ candidate applicant application apply
job work occupation position profession employment
dismiss fire resign quit notice termination
vacation holiday leave time-off
remote home-office telework homeworking
office workplace desk
parent mother father maternity paternity parental
training course education lesson teach instruct
meeting conference appointment
sick ill illness disease unwell ailment
doctor physician medic clinician
hospital clinic ward
medicine drug medication tablet pill remedy antibiotic
pain ache hurt sore headache
fever temperature
injury wound injured hurt cut burn
vaccine vaccination inoculate immunization jab
treat treatment therapy cure heal
pregnant pregnancy birth baby newborn infant
child kid children youngster young youth
student pupil learner undergraduate
school college university academy
teacher lecturer professor tutor instructor
exam examination test quiz
grade mark score
scholarship grant bursary stipend
library book reading volume
thesis dissertation paper essay
car vehicle automobile motor
tyre tire wheel
brake braking stop halt
engine motor
fuel petrol gas gasoline diesel
repair fix mend maintenance service servicing
broken damaged defective faulty defect fault
driver drive driving
train railway rail
plane aircraft flight fly airline airport
ship boat ferry vessel
bus coach tram
travel trip journey tour voyage
luggage baggage bag suitcase
hotel hostel accommodation lodging hut
ticket fare pass
passport visa identity
delay late delayed lateness
compensation compensate damages indemnity
tourist traveller visitor guest passenger
house home dwelling residence building
flat apartment unit
rent lease tenancy tenant landlord
heating heat warm warmth radiator
cold cool chill frost
electricity power current energy
water fluid liquid
light lamp illumination lighting
door entrance gate
kitchen cook cooking recipe
bread dough bake baking loaf
meat beef pork steak
vegetable potato tomato onion bean
sugar sweet candy caramel
bitter sour sharp acid
eat food meal dish feed
drink beverage
garden plant planting gardening
flower bloom blossom
tree shrub bush
pest slug insect snail
dog puppy hound canine
cat kitten feline
bird budgerigar parrot
animal pet creature
poison poisonous toxic
computer machine device laptop pc
phone telephone mobile cellphone smartphone
internet web online net
wifi wireless wlan
router modem
network lan
password passphrase passcode credential
login sign-in log-in signin authenticate authentication
logout sign-out
encrypt encryption cipher encrypted
secure security safe safety protection
attack attacker hacker breach intrusion exploit vulnerability hole
virus malware ransomware trojan
phishing scam fraud
backup copy archive
restore recover recovery
error failure fault fail bug problem issue
crash hang freeze
slow sluggish latency lag
fast quick speed rapid
install setup installation deploy deployment
update upgrade patch release version firmware
delete remove erase discard eliminate
create make add new generate
change modify edit alter adjust
search find look query lookup retrieve
show display view see
start begin launch boot
stop end finish quit halt
database table sql
query select request
server host machine instance node
cloud hosting
container docker image
storage disk volume drive
memory ram
processor cpu core
code program source software
developer programmer engineer
test testing check verify
log logging record
file document
folder directory
image picture photo graphic
video film movie cinema
music song melody tune
sound noise loud audio
instrument violin piano guitar clarinet
sing singer voice vocal
paint painting art
sport game match
win victory winner
team squad
run running jog race sprint
swim swimming swimmer
climb climber ascent mountaineer
ball goal score
law legal legislation statute
court judge tribunal trial
lawyer attorney advocate solicitor
contract agreement treaty
sign signature signed
permit allow permission allowed authorize licence
forbid prohibit ban forbidden refuse deny
obligatory mandatory compulsory required must
privacy personal data
crime theft stolen steal thief
police officer
neighbour neighbor
will testament inheritance inherit
government state authority
vote election ballot
war battle fight
history historical ancient past
king queen royal
city town village municipality
country nation land
world earth globe planet
sun solar sunlight sunshine
moon lunar
star stellar galaxy
space astronaut orbit
rain weather storm
snow ice frozen
mountain ridge hill peak
sea ocean coast
river stream
hot heat warm
day daily
week weekly
month monthly
year annual yearly
hour hourly
night evening bedtime
morning dawn
long length duration lasting
distance far away
big large great huge size
small little tiny
many number amount quantity
maximum most limit cap ceiling
minimum least
often frequency frequent frequently
first initial
last final
old elderly aged
reason why cause because
effect result consequence
help support assist assistance aid
advice recommend recommendation suggest tip
refer referral recommend
rule regulation policy guideline
answer reply respond response
question ask enquiry inquiry
explain explanation meaning definition describe
language tongue speech
word term vocabulary
translate translation
write writing written author
read reading
print printed printing press
send mail post
email e-mail mail
letter envelope
message notification notice alert reminder
complain complaint claim
safe secure
danger dangerous hazard risk
emergency urgent
fire burn flame
glove visor helmet goggles
tool wrench screwdriver
screw bolt nut
torque tighten
factory plant production manufacture
shift rota
alarm alert warning
replace replacement exchange swap substitute
spare part component
measure measurement gauge
weight weigh heavy
height tall high
width wide broad
deep depth
colour color
red crimson
green
open opening
close shut closed
lock locked padlock
key
empty vacant
full complete
free gratis complimentary
lost lose missing misplace
receive get obtain
keep retain store
share joint jointly common
divide split
combine merge mix
increase grow rise raise growth
decrease fall drop reduce decline
invent inventor invention inventor
discover discovery find
`;

/** Stem → the concepts that it stands for. */
const concepts = new Map<number, number[]>();

for (const [concept, line] of lines.trim().split('\n').entries()) {
  for (const word of line.split(' ')) {
    const { count, hashes } = analyze(word);
    const stem = hashes[count - 1] as number;
    const known = concepts.get(stem) ?? [];
    if (!known.includes(concept)) concepts.set(stem, [...known, concept]);
  }
}

/** The concepts of a word, by the hash of its stem. */
export function conceptsOf(stem: number): readonly number[] | undefined {
  return concepts.get(stem);
}
